import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import { TicketsService } from './tickets.service.js';
import type { UploadPurpose } from './upload.entity.js';

@Resolver()
export class UploadsResolver {
  constructor(private readonly tickets: TicketsService) {}

  @Mutation('requestUpload')
  @Access('anyone')
  requestUpload(@Caller() caller: Identity, @Args('purpose') purpose: UploadPurpose) {
    return this.tickets.request(caller, purpose);
  }
}
