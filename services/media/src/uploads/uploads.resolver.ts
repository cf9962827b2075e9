import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, Problem, type Identity } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { TicketsService } from './tickets.service.js';

@Resolver()
export class UploadsResolver {
  constructor(private readonly tickets: TicketsService) {}

  @Mutation('requestUpload')
  @Access('anyone', { clientsToo: true })
  requestUpload(
    @Caller() caller: Identity,
    @Args('purpose') purpose: Schema.MutationRequestUploadArgs['purpose'],
  ): Promise<Schema.Mutation['requestUpload']> {
    const wanted = purpose ?? 'discovery';
    if (caller.client !== undefined && wanted !== 'discovery')
      throw new Problem('FORBIDDEN', 'Programs of partners upload pictures of discoveries only.');
    return this.tickets.request(caller, wanted);
  }
}
