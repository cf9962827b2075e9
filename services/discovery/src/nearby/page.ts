/** A page of a list as a connection of the schema; fields are computed when selected. */
export class Page<T> {
  constructor(
    readonly nodes: T[],
    private readonly hasNextPage: boolean,
    private readonly cursorOf: (node: T) => string,
  ) {}

  get edges() {
    return this.nodes.map((node) => ({ cursor: this.cursorOf(node), node }));
  }

  get pageInfo() {
    const last = this.nodes.at(-1);
    return { hasNextPage: this.hasNextPage, endCursor: last ? this.cursorOf(last) : null };
  }
}
