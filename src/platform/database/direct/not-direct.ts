/** A call has something that direct statements do not know: Prisma answers it. */
export class NotDirect extends Error {
  override readonly name = 'NotDirect';
}

/** One for all: nobody sees where it was thrown. */
const one = new NotDirect('the client answers this call');

export function notDirect(): never {
  throw one;
}
