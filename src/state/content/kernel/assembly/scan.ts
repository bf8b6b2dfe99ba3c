/**
 * The grammar of JSON (RFC 8259, like `JSON.parse`) over the bytes in the window, in AssemblyScript: which scripts/print-kernel.ts compiles to the module in
 * kernel/module.ts. It returns at what somebody may want to know, and passes over quiet values without a word. Bytes may end anywhere.
 */
import * as cell from '../cells';

/** Reads a cell. */
function get(index: usize): i32 {
  return load<i32>(index << 2);
}

function set(index: usize, value: i32): void {
  store<i32>(index << 2, value);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;

function isDigit(c: i32): bool {
  return <u32>(c - 0x30) < 10;
}

function isHex(c: i32): bool {
  return isDigit(c) || <u32>((c | 0x20) - 0x61) < 6;
}

/** A character that may follow a backslash, except `u`. */
function isEscapable(c: i32): bool {
  switch (c) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return true;
    default:
      return false;
  }
}

/** The first address from `at` on that has no white space, or `end`. Behind `end` there are always 16 bytes of memory. */
function afterSpace(at: usize, end: usize): usize {
  while (at < end) {
    const bytes = v128.load(at);
    const lines = v128.or(i8x16.eq(bytes, i8x16.splat(0x0a)), i8x16.eq(bytes, i8x16.splat(0x0d)));
    const gaps = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>SPACE)), i8x16.eq(bytes, i8x16.splat(0x09)));
    const others = i8x16.bitmask(v128.or(lines, gaps)) ^ 0xffff;
    if (others != 0) return min(at + ctz(others), end);
    at += 16;
  }
  return end;
}

/** The first address from `at` on of a byte that a string cannot contain directly (a quote, a backslash, a control character), or `end`. */
function afterPlain(at: usize, end: usize): usize {
  while (at < end) {
    const bytes = v128.load(at);
    const marks = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>QUOTE)), i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH)));
    const special = i8x16.bitmask(v128.or(marks, i8x16.eq(i8x16.min_u(bytes, i8x16.splat(0x1f)), bytes)));
    if (special != 0) return min(at + ctz(special), end);
    at += 16;
  }
  return end;
}

function afterDigits(at: usize, end: usize): usize {
  while (at < end && isDigit(load<u8>(at))) at++;
  return at;
}

/** The bytes of a literal behind its first one, the next one lowest; 0 if no literal starts so. */
function restOfLiteral(first: i32): i32 {
  switch (first) {
    case 0x74:
      return 0x657572;
    case 0x66:
      return 0x65736c61;
    case 0x6e:
      return 0x6c6c75;
    default:
      return 0;
  }
}

/** Whether a name may be one that is read; it is, if it is not here as a whole. */
function isRead(start: usize, end: usize): bool {
  const size = <i32>(end - start);
  if (start == cell.WINDOW || size > cell.FILTERED || get(cell.ESCAPED)) return true;
  const bit = (<i32>load<u8>(start) + size * cell.STEP) & cell.BITS;
  return ((get(cell.READ + (bit >> 5)) >>> (bit & 31)) & 1) == 1;
}

function startsNumber(c: i32): bool {
  return c == 0x2d || isDigit(c);
}

function stateOfNumber(first: i32): i32 {
  if (first == 0x2d) return cell.MINUS;
  return first == 0x30 ? cell.ZERO : cell.INTEGER;
}

/** Scans from the address in `AT` to `end`. @returns why it stopped, which may be before it */
export function scan(end: usize): i32 {
  let at: usize = get(cell.AT);
  let state = get(cell.STATE);
  let depth = get(cell.DEPTH);
  let quiet = get(cell.QUIET);
  let inName = get(cell.IN_NAME);
  let inObject: i32 = load<u8>(cell.CONTAINERS + depth);
  let why = cell.SPENT;
  set(cell.NAME_END, 0);

  while (at < end && why == cell.SPENT) {
    let c: i32 = load<u8>(at);
    if (state <= cell.DONE && c <= SPACE) {
      // One space alone stands behind a colon.
      if (c == SPACE && at + 1 < end && <i32>load<u8>(at + 1) > SPACE) at++;
      else at = afterSpace(at, end);
      if (at == end) break;
      c = load<u8>(at);
    }
    // Whether the value that ends here is a container, or another one; its end is at `at` then.
    let closed = false;
    let ended = false;
    switch (state) {
      case cell.NAME_OR_END:
      case cell.NAME:
        if (c == QUOTE) {
          at++;
          inName = 1;
          state = cell.STRING;
          if (quiet < 0) {
            set(cell.NAME_START, <i32>at);
            set(cell.ESCAPED, 0);
          }
        } else if (c == 0x7d && state == cell.NAME_OR_END) {
          at++;
          closed = true;
          break;
        } else {
          why = cell.UNEXPECTED;
          break;
        }
      // Falls through: the name starts.
      case cell.STRING: {
        at = afterPlain(at, end);
        if (at == end) break;
        c = load<u8>(at);
        if (c == QUOTE) {
          if (inName) {
            if (quiet < 0) {
              if (isRead(get(cell.NAME_START), at)) set(cell.NAME_END, <i32>at);
              else set(cell.UNREAD, 1);
            }
            inName = 0;
            at++;
            state = cell.COLON;
            if (at < end && load<u8>(at) == COLON) {
              at++;
              state = cell.VALUE;
            }
          } else {
            at++;
            ended = true;
          }
        } else if (c == BACKSLASH) {
          set(cell.ESCAPED, 1);
          at++;
          state = cell.ESCAPE;
        } else why = cell.UNEXPECTED;
        break;
      }
      case cell.ESCAPE:
        if (isEscapable(c)) state = cell.STRING;
        else if (c == 0x75) {
          state = cell.HEX;
          set(cell.NEEDED, 4);
        } else {
          why = cell.UNEXPECTED;
          break;
        }
        at++;
        break;
      case cell.HEX: {
        if (!isHex(c)) {
          why = cell.UNEXPECTED;
          break;
        }
        const needed = get(cell.NEEDED) - 1;
        set(cell.NEEDED, needed);
        if (needed == 0) state = cell.STRING;
        at++;
        break;
      }

      case cell.COLON:
        if (c != COLON) {
          why = cell.UNEXPECTED;
          break;
        }
        at++;
        state = cell.VALUE;
        break;
      case cell.AFTER:
        if (c == COMMA) {
          at++;
          state = inObject ? cell.NAME : cell.VALUE;
        } else if (c == (inObject ? 0x7d : 0x5d)) {
          at++;
          closed = true;
        } else why = cell.UNEXPECTED;
        break;

      case cell.VALUE_OR_END:
        if (c == 0x5d) {
          at++;
          closed = true;
          break;
        }
      // Falls through: an element starts.
      case cell.VALUE:
        if (quiet < 0) {
          if (get(cell.UNREAD)) {
            set(cell.UNREAD, 0);
            set(cell.REPORTED, 0);
            quiet = depth;
          } else set(cell.VALUE_START, <i32>at);
        }
        if (c == QUOTE) {
          const stop = afterPlain(at + 1, end);
          if (stop < end && load<u8>(stop) == QUOTE) {
            at = stop + 1;
            ended = true;
            if (quiet < 0) why = cell.IS_STRING;
          } else {
            at++;
            state = cell.STRING;
            if (quiet < 0) {
              quiet = depth;
              why = cell.STARTS_STRING;
            } else at = stop;
          }
        } else if (c == 0x7b || c == 0x5b) {
          if (depth == cell.MAX_DEPTH) {
            why = cell.TOO_DEEP;
            break;
          }
          at++;
          inObject = i32(c == 0x7b);
          depth++;
          store<u8>(cell.CONTAINERS + depth, inObject);
          state = inObject ? cell.NAME_OR_END : cell.VALUE_OR_END;
          if (quiet < 0) why = inObject ? cell.STARTS_OBJECT : cell.STARTS_ARRAY;
        } else if (startsNumber(c)) {
          at++;
          state = stateOfNumber(c);
          if (quiet < 0) {
            quiet = depth;
            why = cell.STARTS_NUMBER;
          }
        } else {
          const rest = restOfLiteral(c);
          if (rest == 0) {
            why = cell.UNEXPECTED;
            break;
          }
          at++;
          state = cell.LITERAL;
          set(cell.NEEDED, rest);
          if (quiet < 0) {
            quiet = depth;
            why = cell.STARTS_LITERAL;
          }
        }
        break;
      case cell.LITERAL: {
        const needed = get(cell.NEEDED);
        if (c != (needed & 0xff)) {
          why = cell.UNEXPECTED;
          break;
        }
        at++;
        set(cell.NEEDED, needed >>> 8);
        ended = needed >>> 8 == 0;
        break;
      }

      case cell.MINUS:
        if (!isDigit(c)) {
          why = cell.UNEXPECTED;
          break;
        }
        at++;
        state = stateOfNumber(c);
        break;
      case cell.POINT:
      case cell.EXPONENT_SIGN:
        if (!isDigit(c)) {
          why = cell.UNEXPECTED;
          break;
        }
        at++;
        state = state == cell.POINT ? cell.FRACTION : cell.EXPONENT;
        break;
      case cell.EXPONENT_MARK:
        if (c == 0x2b || c == 0x2d) state = cell.EXPONENT_SIGN;
        else if (isDigit(c)) state = cell.EXPONENT;
        else {
          why = cell.UNEXPECTED;
          break;
        }
        at++;
        break;
      case cell.ZERO:
      case cell.INTEGER:
      case cell.FRACTION:
      case cell.EXPONENT:
        if (state != cell.ZERO) {
          at = afterDigits(at, end);
          if (at == end) break;
          c = load<u8>(at);
        }
        if (c == 0x2e && state <= cell.INTEGER) {
          at++;
          state = cell.POINT;
        } else if ((c | 0x20) == 0x65 && state != cell.EXPONENT) {
          at++;
          state = cell.EXPONENT_MARK;
        } else ended = true;
        break;
      default:
        // Something follows the document.
        why = cell.UNEXPECTED;
    }
    if (closed) {
      depth--;
      inObject = load<u8>(cell.CONTAINERS + depth);
      if (quiet < 0) why = cell.CLOSES;
      else ended = true;
    }
    if (closed || ended) {
      state = depth == 0 ? cell.DONE : cell.AFTER;
      if (ended && quiet == depth) {
        quiet = -1;
        if (get(cell.REPORTED)) why = cell.ENDS;
      }
      // A comma follows nearly always: this saves a turn of the loop.
      if (why == cell.SPENT && state == cell.AFTER && at < end && load<u8>(at) == COMMA) {
        at++;
        state = inObject ? cell.NAME : cell.VALUE;
      }
    }
  }
  set(cell.AT, <i32>at);
  set(cell.STATE, state);
  set(cell.DEPTH, depth);
  set(cell.QUIET, quiet);
  set(cell.IN_NAME, inName);
  return why;
}
