import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { TutorialService } from './tutorial.service.js';

@Resolver()
export class TutorialResolver {
  constructor(private readonly tutorial: TutorialService) {}

  @Mutation()
  @Access('signed-in')
  completeTutorialStep(
    @Args('step') step: Schema.MutationCompleteTutorialStepArgs['step'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['completeTutorialStep']> {
    return this.tutorial.completeStep(step, caller.subject!);
  }
}
