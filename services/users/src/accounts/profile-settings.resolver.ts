import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { LanguageService, PinPreferencesService } from './profile-settings.service.js';
import { VisibilityService } from './visibility.service.js';

@Resolver()
export class ProfileSettingsResolver {
  constructor(
    private readonly pins: PinPreferencesService,
    private readonly visibility: VisibilityService,
    private readonly languages: LanguageService,
  ) {}

  @Mutation()
  @Access('signed-in')
  setPinPreferences(
    @Args('input') input: Schema.MutationSetPinPreferencesArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['setPinPreferences']> {
    return this.pins.change(input, caller.subject!);
  }

  @Mutation()
  @Access('signed-in', { evenSuspended: true })
  setVisibility(
    @Args('input') input: Schema.MutationSetVisibilityArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['setVisibility']> {
    return this.visibility.change(input, caller.subject!);
  }

  @Mutation()
  @Access('signed-in', { evenSuspended: true })
  setLanguage(
    @Args('language') language: Schema.MutationSetLanguageArgs['language'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['setLanguage']> {
    return this.languages.change(language, caller.subject!);
  }
}
