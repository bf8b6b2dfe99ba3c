// Prisma imports these packages only in commands that need them.
import why from './why.cjs';

throw new Error(why);
