import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { TicketsService } from './tickets.service.js';

@Resolver()
export class UploadsResolver {
  constructor(private readonly tickets: TicketsService) {}

  @Mutation('requestUpload')
  @Access('anyone')
  requestUpload(@Caller() caller: Identity, @Args('purpose') purpose: Schema.MutationRequestUploadArgs['purpose']): Promise<Schema.Mutation['requestUpload']> {
    return this.tickets.request(caller, purpose ?? 'discovery');
  }
}
