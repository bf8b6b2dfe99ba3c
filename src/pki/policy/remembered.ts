/** The same function, which works once for each object that it is asked about: those that never change, such as roles and their lists. */
export function remembered<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, { readonly made: Made }>();
  return (of) => {
    let entry = known.get(of);
    if (entry === undefined) known.set(of, (entry = { made: make(of) }));
    return entry.made;
  };
}

/** The same for texts of which one is asked about several times in a row. */
export function rememberedLast<Made>(make: (of: string) => Made): (of: string) => Made {
  let last: { readonly of: string; readonly made: Made } | undefined;
  return (of) => {
    if (last?.of !== of) last = { of, made: make(of) };
    return last.made;
  };
}
