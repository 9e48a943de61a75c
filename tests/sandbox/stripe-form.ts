type Tree = { [name: string]: string | Tree };

/** `line_items[0][price_data][currency]=usd` as an object; where all names are numbers, as a list. */
export function formTree(params: URLSearchParams): unknown {
  const root: Tree = {};
  for (const [name, value] of params) {
    const path = name.replaceAll("]", "").split("[");
    let at: Tree = root;
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      const branch: Tree = typeof next === "object" ? next : {};
      at[part] = branch;
      at = branch;
    }
    at[path.at(-1) ?? ""] = value;
  }
  return toLists(root);
}

function toLists(tree: Tree | string): unknown {
  if (typeof tree === "string") return tree;
  const names = Object.keys(tree);
  const values = Object.values(tree).map(toLists);
  // `expand[]=payments` has an empty name.
  if (names.length > 0 && names.every((name) => /^\d*$/.test(name))) return values;
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}
