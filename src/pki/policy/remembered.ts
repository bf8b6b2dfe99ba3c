/** The same function with a cache by object, for objects that never change, such as roles and their lists. */
export function remembered<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, { readonly made: Made }>();
  return (of) => {
    let entry = known.get(of);
    if (entry === undefined) known.set(of, (entry = { made: make(of) }));
    return entry.made;
  };
}

/** The same for texts, if one is often used several times in a row. Only the last result is cached. */
export function rememberedLast<Made>(make: (of: string) => Made): (of: string) => Made {
  let last: { readonly of: string; readonly made: Made } | undefined;
  return (of) => {
    if (last?.of !== of) last = { of, made: make(of) };
    return last.made;
  };
}
