/**
 * What the kernel and its callers say to each other, in plain numbers that AssemblyScript and TypeScript both read. Its memory starts with cells of four bytes;
 * behind these is a byte for each open container, and behind those the window with the bytes that are scanned.
 */

/** Where in the grammar the bytes so far end. */
export const STATE = 0;
/** Number of open containers. */
export const DEPTH = 1;
/** Depth of a value that nobody reads, or -1. Inside it nothing is reported. */
export const QUIET = 2;
/** 1 if the end of that value is to be reported. */
export const REPORTED = 3;
/** 1 inside a string that is a member's name. */
export const IN_NAME = 4;
/** 1 if that name, or a string since it, has an escape. */
export const ESCAPED = 5;
/** Digits that a `\u` still needs, or the bytes that a literal still needs, its next one lowest. */
export const NEEDED = 6;
/** Address of the next byte. */
export const AT = 7;
/** Addresses of a name's bytes: `NAME_END` is 0 until it ends. */
export const NAME_START = 8;
export const NAME_END = 9;
/** Address of a value's first byte, when it starts. */
export const VALUE_START = 10;
/** 64 bits in two cells: names of members that the container's node may read have their bit. */
export const READ = 11;
/** 1 between a name that nobody reads and its value. */
export const UNREAD = 13;
const CELLS = 14;

/** Longest name of which only some are read. */
export const FILTERED = 63;

/** The bit of a name: its first byte + its length in bytes × STEP, & BITS. */
export const STEP = 5;
export const BITS = 63;

/** Largest depth. Go's decoder, and so terraform, stops at 10,000. Real states are far below, and captured text is parsed by recursive code later. */
export const MAX_DEPTH = 1_000;

/** Address of the containers: 1 for an object, 0 for an array. Below the first one is none. */
export const CONTAINERS = CELLS * 4;
/** Bytes, in whole cells, of what one document's scan is continued with. */
export const KEPT = (CONTAINERS + MAX_DEPTH + 1 + 3) & ~3;

export const WINDOW = 2_048;
export const WINDOW_BYTES = 65_536;

/** States. White space may stand in all up to `DONE`. */
export const VALUE = 0;
export const VALUE_OR_END = 1;
export const NAME_OR_END = 2;
export const NAME = 3;
export const COLON = 4;
export const AFTER = 5;
export const DONE = 6;
export const STRING = 7;
export const ESCAPE = 8;
export const HEX = 9;
export const LITERAL = 10;
export const MINUS = 11;
export const POINT = 12;
export const EXPONENT_MARK = 13;
export const EXPONENT_SIGN = 14;
/** From here on a number may end. */
export const ZERO = 15;
export const INTEGER = 16;
export const FRACTION = 17;
export const EXPONENT = 18;

/** Why the kernel returns. First: all bytes are scanned. */
export const SPENT = 0;
/** A value starts at `VALUE_START`; what follows is quiet unless it is a container that is entered. */
export const STARTS_OBJECT = 1;
export const STARTS_ARRAY = 2;
export const STARTS_STRING = 3;
export const STARTS_NUMBER = 4;
export const STARTS_LITERAL = 5;
/** A string that is here from its start to its end, which is before `AT`. */
export const IS_STRING = 6;
/** A container that is read ends with the byte before `AT`. */
export const CLOSES = 7;
/** A quiet value ends before `AT`. */
export const ENDS = 8;
/** The byte at `AT` cannot stand there. */
export const UNEXPECTED = 9;
/** The byte at `AT` opens one container too many. */
export const TOO_DEEP = 10;
