import { noticeIsOver } from './deprecation.js';

/** The parts of a JSON Schema that `openapi.json` uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  /** Why and since when it is deprecated. */
  'x-deprecated'?: string;
}

interface Operation {
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; 'x-deprecated'?: string }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
  'x-deprecated'?: string;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

type Direction = 'request' | 'response';

/** Breaking changes since the released description, as sentences, without parts that were deprecated long enough. */
export function breakingRestChanges(released: Description, current: Description, now: Date): string[] {
  const found: string[] = [];
  for (const [path, operations] of Object.entries(released.paths)) {
    for (const [method, before] of Object.entries(operations)) {
      const after = current.paths[path]?.[method];
      const name = `${method.toUpperCase()} ${path}`;
      if (after) found.push(...new Comparison(released, current, now).operation(name, before, after));
      else if (!noticeIsOver(before['x-deprecated'], now)) found.push(`${name} is gone`);
    }
  }
  return found;
}

/** Compares one call of two descriptions. */
class Comparison {
  private readonly found: string[] = [];
  private readonly seen = new Set<string>();

  constructor(
    private readonly released: Description,
    private readonly current: Description,
    private readonly now: Date,
  ) {}

  operation(name: string, before: Operation, after: Operation): string[] {
    this.access(name, before.security ?? [{}], after.security ?? [{}]);
    this.parameters(name, before, after);
    this.bodies(`${name}: body`, 'request', jsonOf(before.requestBody?.content), jsonOf(after.requestBody?.content));
    if (!before.requestBody?.required && after.requestBody?.required) this.found.push(`${name} needs a body`);
    for (const [status, { content }] of Object.entries(before.responses).filter(([status]) => status.startsWith('2'))) {
      const now = after.responses[status];
      if (now) this.bodies(`${name} ${status}`, 'response', jsonOf(content), jsonOf(now.content));
      else this.found.push(`${name} no longer returns ${status}`);
    }
    return this.found;
  }

  /** Each way in that was there is still there, with no more scopes. */
  private access(name: string, before: Record<string, string[]>[], after: Record<string, string[]>[]): void {
    for (const way of before) {
      const isKept = after.some(
        (other) =>
          Object.keys(other).every((kind) => kind in way) &&
          Object.keys(way).every((kind) => kind in other && other[kind]!.every((scope) => way[kind]!.includes(scope))),
      );
      if (!isKept)
        this.found.push(`${name} is closed to ${Object.keys(way).join(', ') || 'guests'}, or needs more scopes`);
    }
  }

  private parameters(
    name: string,
    { parameters: before = [] }: Operation,
    { parameters: after = [] }: Operation,
  ): void {
    for (const known of before) {
      const kept = after.find((each) => each.name === known.name && each.in === known.in);
      if (kept) this.schemas(`${name}: ${known.name}`, 'request', known.schema, kept.schema);
      else if (!noticeIsOver(known['x-deprecated'], this.now))
        this.found.push(`${name}: parameter ${known.name} is gone`);
    }
    for (const { name: parameter, in: location } of after.filter(({ required }) => required)) {
      const wasRequired = before.some((each) => each.name === parameter && each.in === location && each.required);
      if (!wasRequired) this.found.push(`${name}: parameter ${parameter} is required`);
    }
  }

  private bodies(where: string, direction: Direction, before: Schema | undefined, after: Schema | undefined): void {
    if (before && after) this.schemas(where, direction, before, after);
    else if (before) this.found.push(`${where} is gone`);
  }

  private schemas(where: string, direction: Direction, one: Schema, other: Schema): void {
    const pair = `${direction} ${one.$ref} ${other.$ref}`;
    if (one.$ref) {
      if (this.seen.has(pair)) return;
      this.seen.add(pair);
    }
    const before = resolved(this.released, one);
    const after = resolved(this.current, other);
    const [accepted, sent] = direction === 'request' ? [after, before] : [before, after];
    const strange = typesOf(sent).filter((type) => !isAmong(type, typesOf(accepted)));
    if (typesOf(accepted).length > 0 && (strange.length > 0 || typesOf(sent).length === 0))
      this.found.push(
        `${where} has other types: ${typesOf(before).join(', ')} before, ${typesOf(after).join(', ')} now`,
      );
    if (direction === 'request') this.limits(where, before, after);
    this.properties(where, direction, before, after);
    if (before.items && after.items) this.schemas(`${where}[]`, direction, before.items, after.items);
  }

  private properties(where: string, direction: Direction, before: Schema, after: Schema): void {
    for (const [name, schema] of Object.entries(before.properties ?? {})) {
      const kept = after.properties?.[name];
      if (kept) this.schemas(`${where}.${name}`, direction, schema, kept);
      else if (!noticeIsOver(schema['x-deprecated'], this.now)) this.found.push(`${where}.${name} is gone`);
    }
    const [strict, lax, words] =
      direction === 'request' ? [after, before, 'is required'] : [before, after, 'may be missing'];
    for (const name of strict.required ?? []) {
      const isThere = direction === 'request' || after.properties?.[name];
      if (isThere && !lax.required?.includes(name)) this.found.push(`${where}.${name} ${words}`);
    }
  }

  /** Whether every input that was accepted still is. */
  private limits(where: string, before: Schema, after: Schema): void {
    for (const limit of ['maximum', 'maxLength', 'maxItems'] as const) {
      if ((after[limit] ?? Infinity) < (before[limit] ?? Infinity))
        this.found.push(`${where}: ${limit} is ${after[limit]}`);
    }
    if ((after.minimum ?? -Infinity) > (before.minimum ?? -Infinity))
      this.found.push(`${where}: minimum is ${after.minimum}`);
    const refused = (before.enum ?? []).filter((value) => after.enum && !after.enum.includes(value));
    if (refused.length > 0 || (!before.enum && after.enum))
      this.found.push(`${where} accepts fewer values: ${after.enum!.join(', ')}`);
  }
}

const jsonOf = (content: Record<string, { schema?: Schema }> | undefined): Schema | undefined =>
  content?.['application/json']?.schema;

function resolved({ components }: Description, schema: Schema): Schema {
  return schema.$ref ? components.schemas[schema.$ref.slice('#/components/schemas/'.length)]! : schema;
}

const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat());
const isAmong = (type: string, types: string[]) =>
  types.includes(type) || (type === 'integer' && types.includes('number'));
