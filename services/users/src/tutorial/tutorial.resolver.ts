import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import { TutorialService } from './tutorial.service.js';

@Resolver()
export class TutorialResolver {
  constructor(private readonly tutorial: TutorialService) {}

  @Mutation()
  @Access('signed-in')
  completeTutorialStep(@Args('step') step: number, @Caller() caller: Identity) {
    return this.tutorial.completeStep(step, caller.subject!);
  }
}
