/** Distributes names over lanes, which proceed at the same time. */
export const inLanes = <Name>(names: readonly Name[], count: number): Name[][] =>
  Array.from({ length: count }, (_, lane) => names.filter((_name, index) => index % count === lane));
