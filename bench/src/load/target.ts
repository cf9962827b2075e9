import { Agent, request, type Dispatcher } from 'undici';
import type { Place } from '@sprayhunt/service-kit';
import type { Outcome } from './open-loop.js';

/** The product under load. */
export interface Target {
  /** Address that is called, and the public one, which the page would have as its origin. */
  address: string;
  origin: string;
  /** Cookies of players. */
  players: string[];
  /** Places around which players are, one of which each action takes. */
  cities: Place[];
  /** Works that are read and liked. */
  works: string[];
}

const TIMEOUT_MS = 10_000;

/** As many connections as actions at a time: browsers do not share theirs. */
export const connections = (maxConnections: number): Agent =>
  new Agent({
    connections: maxConnections,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: TIMEOUT_MS },
  });

export type Call = Partial<Pick<Dispatcher.RequestOptions, 'method' | 'body'>> & { headers?: Record<string, string> };

/** Calls the product, and reads the whole response. */
export async function call(
  agent: Agent,
  url: string,
  { method = 'GET', body, headers }: Call = {},
): Promise<{ outcome: Outcome; text: string }> {
  try {
    const response = await request(url, { dispatcher: agent, method, body, headers });
    const text = await response.body.text();
    return { outcome: response.statusCode < 300 ? null : String(response.statusCode), text };
  } catch (error) {
    return { outcome: (error as { code?: string }).code ?? 'FAILED', text: '' };
  }
}
