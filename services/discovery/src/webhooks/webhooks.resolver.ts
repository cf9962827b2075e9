import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, decodeCursor, encodeCursor, type Identity, Page, parseInput } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { deliveryList, endpointUpdate, newEndpoint, redeliverInput, replayInput } from './webhook-input.js';
import { WebhooksService } from './webhooks.service.js';

const input = z.object({ input: newEndpoint });
const clientId = z.object({ clientId: newEndpoint.shape.clientId });
const endpointId = replayInput.pick({ id: true });
const deliveryCursor = z.tuple([z.string().regex(/^\d{1,18}$/)]);

/** Open to partners with the scope `webhooks:manage`, which the schema requires, and to the owner of the client. */
@Resolver('WebhookEndpoint')
export class WebhooksResolver {
  constructor(private readonly webhooks: WebhooksService) {}

  @Query()
  @Access('verified', { partnersToo: true })
  webhookEndpoints(
    @Args() args: Schema.QueryWebhookEndpointsArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['webhookEndpoints']> {
    return this.webhooks.list(caller, parseInput(clientId, args).clientId);
  }

  @Query()
  @Access('verified', { partnersToo: true })
  async webhookDeliveries(
    @Args() args: Schema.QueryWebhookDeliveriesArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['webhookDeliveries']> {
    const { endpointId: id, first, after } = parseInput(deliveryList, args);
    const { items, hasNextPage } = await this.webhooks.deliveries(
      caller,
      id,
      first,
      after ? decodeCursor(after, deliveryCursor)[0] : undefined,
    );
    return new Page(items, hasNextPage, (delivery) => encodeCursor([delivery.id]));
  }

  @Mutation()
  @Access('verified', { partnersToo: true })
  createWebhookEndpoint(
    @Args() args: Schema.MutationCreateWebhookEndpointArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['createWebhookEndpoint']> {
    return this.webhooks.create(caller, parseInput(input, args).input);
  }

  @Mutation()
  @Access('verified', { partnersToo: true })
  updateWebhookEndpoint(
    @Args() args: Schema.MutationUpdateWebhookEndpointArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['updateWebhookEndpoint']> {
    const { id, input: update } = parseInput(endpointUpdate, args);
    return this.webhooks.update(caller, id, update);
  }

  @Mutation()
  @Access('verified', { partnersToo: true })
  rotateWebhookSecret(
    @Args() args: Schema.MutationRotateWebhookSecretArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['rotateWebhookSecret']> {
    return this.webhooks.rotate(caller, parseInput(endpointId, args).id);
  }

  @Mutation()
  @Access('verified', { partnersToo: true })
  deleteWebhookEndpoint(
    @Args() args: Schema.MutationDeleteWebhookEndpointArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['deleteWebhookEndpoint']> {
    return this.webhooks.delete(caller, parseInput(endpointId, args).id);
  }

  @Mutation()
  @Access('verified', { partnersToo: true })
  replayWebhook(
    @Args() args: Schema.MutationReplayWebhookArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['replayWebhook']> {
    const { id, since } = parseInput(replayInput, args);
    return this.webhooks.replay(caller, id, since);
  }

  @Mutation()
  @Access('verified', { partnersToo: true })
  redeliverWebhook(
    @Args() args: Schema.MutationRedeliverWebhookArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['redeliverWebhook']> {
    const { id, deliveryId } = parseInput(redeliverInput, args);
    return this.webhooks.redeliver(caller, id, deliveryId);
  }

  @Mutation()
  @Access('verified', { partnersToo: true })
  resumeWebhookEndpoint(
    @Args() args: Schema.MutationResumeWebhookEndpointArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['resumeWebhookEndpoint']> {
    return this.webhooks.resume(caller, parseInput(endpointId, args).id);
  }

  @Mutation()
  @Access('verified', { partnersToo: true })
  testWebhook(
    @Args() args: Schema.MutationTestWebhookArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['testWebhook']> {
    return this.webhooks.test(caller, parseInput(endpointId, args).id);
  }
}
