/**
 * Writes characters beyond ASCII as escapes, which mean the same in texts, templates, expressions and names. V8 keeps a source with a single character beyond
 * Latin-1 in two bytes a character, in each process and each thread that runs it, and Node 24 a large source with one beyond ASCII.
 */
export const inOneByte = (code) =>
  // An escaped one means itself: its backslash goes.
  code.replaceAll(/(\\*)([\u0080-\uffff])/g, (_all, before, character) => {
    const kept = before.length % 2 === 0 ? before : before.slice(1);
    return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** The same for every chunk of a bundle, when nothing writes it anew any more. */
export const oneByteSources = {
  name: 'one-byte-sources',
  generateBundle(_options, bundle) {
    for (const each of Object.values(bundle)) if (each.type === 'chunk') each.code = inOneByte(each.code);
  },
};
