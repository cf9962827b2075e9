import { Injectable } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, parseInput, Problem, SqlPool, type Identity } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';

const DAYS = 30;

/** Whether the player ($2) owns the client ($1); false for a revoked client. */
const OWNED = {
  name: 'own-client',
  text: `SELECT FROM partner_clients WHERE client_id = $1 AND owner_id = $2 AND NOT is_revoked`,
};
const BY_DAY = {
  name: 'client-works',
  text: `
    WITH days AS (SELECT generate_series(date_trunc('day', now(), 'UTC') - interval '${DAYS - 1} days',
      date_trunc('day', now(), 'UTC'), interval '1 day') AS at),
      made AS (
        SELECT date_trunc('day', created_at, 'UTC') AS at, count(*)::int AS works FROM discoveries
        WHERE app_id = $1 AND created_at >= (SELECT min(at) FROM days) GROUP BY 1)
    SELECT at, coalesce(works, 0) AS works FROM days LEFT JOIN made USING (at) ORDER BY at`,
};

/** A day in UTC, and how many works were documented in it. */
export interface WorksOfDay {
  at: Date;
  works: number;
}

/** Works documented through partners' clients, for the owners of the clients. */
@Injectable()
export class ClientWorks {
  constructor(private readonly pool: SqlPool) {}

  /**
   * Each of the last 30 days, the oldest first, with zeros for days without works.
   * @throws Problem `NOT_FOUND` for a client that is not the caller's
   */
  async byDay(caller: Identity, clientId: string): Promise<WorksOfDay[]> {
    const { rowCount } = await this.pool.query({ ...OWNED, values: [clientId, caller.subject] });
    if (rowCount === 0) throw new Problem('NOT_FOUND', 'You have no such client.');
    return (await this.pool.query<WorksOfDay>({ ...BY_DAY, values: [clientId] })).rows;
  }
}

const input = z.object({ clientId: z.uuid('`clientId` is the id of a client.') });

/** For the owner of the client. */
@Resolver()
export class ClientWorksResolver {
  constructor(private readonly works: ClientWorks) {}

  @Query()
  @Access('verified')
  clientWorks(
    @Args() args: Schema.QueryClientWorksArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['clientWorks']> {
    return this.works.byDay(caller, parseInput(input, args).clientId);
  }
}
