/** What a command of Prisma ends with that needs one of them, such as `prisma studio`. */
module.exports =
  'This command of Prisma needs a package that is left out here: docs/dependencies.md says which and why.';
