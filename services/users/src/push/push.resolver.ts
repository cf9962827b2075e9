import { Args, Mutation, ResolveField, Resolver } from '@nestjs/graphql';
import { Access, Caller, parseInput, type Identity } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { PushSubscriptions } from './push-subscriptions.js';
import { pushSubscriptionInput, removedPushInput } from './push.input.js';

@Resolver('NotificationSettings')
export class PushResolver {
  constructor(private readonly subscriptions: PushSubscriptions) {}

  @ResolveField()
  pushKey(): Schema.NotificationSettings['pushKey'] {
    return this.subscriptions.publicKey;
  }

  @Mutation()
  @Access('signed-in')
  async addPushSubscription(
    @Args('input') input: Schema.MutationAddPushSubscriptionArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['addPushSubscription']> {
    await this.subscriptions.add(caller.subject!, caller.session!, parseInput(pushSubscriptionInput, input));
    return true;
  }

  @Mutation()
  @Access('signed-in', { evenSuspended: true })
  async removePushSubscription(
    @Args() args: Schema.MutationRemovePushSubscriptionArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['removePushSubscription']> {
    await this.subscriptions.remove(caller.subject!, parseInput(removedPushInput, args).endpoint);
    return true;
  }
}
