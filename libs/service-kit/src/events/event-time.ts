/** The time of a UUIDv7, in milliseconds since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The smallest UUIDv7 of a time, as a bound for a range of ids. */
export function minIdAt(milliseconds: number): string {
  const hex = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
