import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity, parseInput } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { ClientWorks } from './client-works.js';

const input = z.object({ clientId: z.uuid('`clientId` is the id of a client.') });

/** For the owner of the client. */
@Resolver()
export class ClientWorksResolver {
  constructor(private readonly works: ClientWorks) {}

  @Query()
  @Access('verified')
  clientWorks(@Args() args: Schema.QueryClientWorksArgs, @Caller() caller: Identity): Promise<Schema.Query['clientWorks']> {
    return this.works.byDay(caller, parseInput(input, args).clientId);
  }
}
