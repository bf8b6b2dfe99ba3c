import { driver } from './connections.js';

/** For types where the driver would return something else than SQLite. */
export const rowTypes = new driver.TypeOverrides();
rowTypes.setTypeParser(driver.types.builtins.INT8, BigInt);
// The column has no zone and Prisma stores UTC; the driver would take it for local time.
rowTypes.setTypeParser(driver.types.builtins.TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`));
