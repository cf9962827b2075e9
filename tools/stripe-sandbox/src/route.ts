import type { z } from 'zod';
import { invalid } from './api-error.js';
import { listParams } from './params.js';
import { idOf, type World } from './world.js';
import type { Tables } from './tables.js';

/** One call of the API. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** `:id` stands for an id. */
  path: string;
  params: z.ZodType;
  /** May be called with a publishable key. */
  publishable: boolean;
  run: (world: World, params: never, id: string, caller: Caller) => object;
}

export interface Caller {
  publishable: boolean;
}

export function route<T extends z.ZodType>(
  method: Route['method'],
  path: string,
  params: T,
  run: (world: World, params: z.infer<T>, id: string, caller: Caller) => object,
  { publishable = false } = {},
): Route {
  return { method, path, params, publishable, run };
}

interface Page {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: { gt?: number; gte?: number; lt?: number; lte?: number };
}

/** A list call: rows newest first, filtered by `matches`. */
export const listRoute = <K extends keyof Tables, S extends z.ZodRawShape>(
  path: string,
  table: K,
  shape: S,
  matches: (row: Tables[K], params: z.infer<z.ZodObject<S>>, id: string) => boolean,
): Route => listOf(path, (world) => world.store.list(table), shape, matches);

/** As {@link listRoute}, of what is kept within other rows. */
export function listOf<T, S extends z.ZodRawShape>(
  path: string,
  rowsOf: (world: World) => T[],
  shape: S,
  matches: (row: T, params: z.infer<z.ZodObject<S>>, id: string) => boolean,
): Route {
  return route('GET', path, listParams(shape), (world, given, id) => {
    const params = given as Page & z.infer<z.ZodObject<S>>;
    const rows = rowsOf(world).filter(
      (row) => matches(row, params, id) && within(params.created, row as { created?: number }),
    );
    return page(rows as { id: string }[], params, path.replace(':id', id));
  });
}

export function page<T extends { id: string }>(
  rows: T[],
  { limit = 10, starting_after: after, ending_before: before }: Page,
  url: string,
) {
  const indexOf = (id: string, param: string) => {
    const index = rows.findIndex((row) => row.id === id);
    if (index < 0) throw invalid(`No such object: '${id}'`, { code: 'resource_missing', param });
    return index;
  };
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    return { object: 'list', data: rows.slice(Math.max(0, end - limit), end), has_more: end > limit, url };
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  return { object: 'list', data: rows.slice(start, start + limit), has_more: rows.length > start + limit, url };
}

function within(range: Page['created'], { created = 0 }: { created?: number }): boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range ?? {};
  return created > gt && created >= gte && created < lt && created <= lte;
}

/** Fields that hold ids of rows, and the tables of those. */
const EXPANDABLE: Record<string, (keyof Tables)[]> = {
  customer: ['customer', 'deleted_customer'],
  payment_method: ['payment_method'],
  default_payment_method: ['payment_method'],
  latest_charge: ['charge'],
  latest_invoice: ['invoice'],
  pending_setup_intent: ['setup_intent'],
  payment_intent: ['payment_intent'],
  charge: ['charge'],
  product: ['product'],
  default_price: ['price'],
  invoice: ['invoice'],
  subscription: ['subscription'],
};
/** Fields that are sent on request only. */
const ON_REQUEST: Record<string, string[]> = { invoice: ['payments', 'confirmation_secret'] };

/**
 * A copy as it is sent: with the expansions asked for (`data.customer` of lists), without what is sent on request only.
 */
export function expanded(world: World, object: object, paths: string[] = []): object {
  for (const path of paths)
    if (path.split('.').length > 4)
      throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' });
  return Array.isArray(object)
    ? object.map((one: object) => expanded(world, one, paths))
    : expandedFields(world, object as Record<string, unknown>, paths);
}

function expandedFields(world: World, object: Record<string, unknown>, paths: string[]): object {
  const heads = new Map<string, string[]>();
  for (const path of paths) {
    const head = path.split('.')[0]!;
    heads.set(head, [...(heads.get(head) ?? []), path]);
  }
  const result = { ...object };
  for (const field of ON_REQUEST[String(object.object)] ?? []) if (!heads.has(field)) delete result[field];
  for (const [field, of] of heads) {
    const value = object[field];
    if (value === undefined) throw invalid(`This property cannot be expanded (${field}).`, { param: 'expand[]' });
    const rest = of.map((path) => path.slice(field.length + 1)).filter(Boolean);
    const row =
      typeof value === 'string'
        ? EXPANDABLE[field]?.map((table) => world.store.get(table, idOf(value))).find(Boolean)
        : value;
    if (row === undefined) throw invalid(`This property cannot be expanded (${field}).`, { param: 'expand[]' });
    result[field] = row === null || typeof row !== 'object' ? row : expanded(world, row, rest);
  }
  // Objects within lists keep to the same rule.
  const list = result as { object?: unknown; data?: unknown };
  if (list.object === 'list' && Array.isArray(list.data) && !heads.has('data'))
    list.data = list.data.map((one: object) => expanded(world, one));
  return result;
}
