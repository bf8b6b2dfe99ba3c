// Prisma requires some of these packages whatever the command, and takes something from them only in commands that need them.
const why = require('./why.cjs');

module.exports = new Proxy(
  {},
  {
    get(_, name) {
      if (name === '__esModule' || typeof name === 'symbol') return undefined;
      throw new Error(why);
    },
  },
);
