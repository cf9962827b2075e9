/**
 * Makes a function for results of type `T` whose fields `Resolved` are returned by methods with `@ResolveField`. The
 * compiler demands all other fields of the value, nullable ones too; while the query runs, the value stays as it is.
 */
export const withResolved =
  <T, Resolved extends keyof T>() =>
  <Given extends Required<Omit<T, Resolved>>>(value: Given) =>
    value as Given & Pick<T, Resolved>;
