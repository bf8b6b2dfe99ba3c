import { DatabaseSync } from '@photostructure/sqlite';

/** The C library of glibc, which is there already, and its function that gives the system every page that nothing uses (its manual, malloc_trim(3)). */
const library = 'libc.so.6';
const entryPoint = 'malloc_trim';

/**
 * Gives memory back that native code has freed and the allocator keeps: glibc's gives back by itself only what lies above everything in use, and after a start
 * some 25 MB of what the compilation of sources took lie below. Node has no function for it. SQLite calls a named function of a library when it is told to load an extension:
 * here with its connection, which `malloc_trim` takes for a number of bytes to leave at the top, far more than there are. That it released something reads as
 * a refusal by the extension. The connection is to nothing, runs no statement, and is closed at once. Another C library has no such function, and nothing happens.
 */
export function trimAllocator(): void {
  const nothing = new DatabaseSync(':memory:', { allowExtension: true });
  try {
    nothing.enableLoadExtension(true);
    nothing.loadExtension(library, entryPoint);
  } catch {
    // 1, for memory that was released, or no such function.
  } finally {
    nothing.close();
  }
}
