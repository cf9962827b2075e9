import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import { PinPreferencesService } from './pin-preferences.service.js';
import { VisibilityService } from './visibility.service.js';

@Resolver()
export class ProfileSettingsResolver {
  constructor(
    private readonly pins: PinPreferencesService,
    private readonly visibility: VisibilityService,
  ) {}

  @Mutation()
  @Access('signed-in')
  setPinPreferences(@Args('input') input: unknown, @Caller() caller: Identity) {
    return this.pins.change(input, caller.subject!);
  }

  @Mutation()
  @Access('signed-in')
  setVisibility(@Args('input') input: unknown, @Caller() caller: Identity) {
    return this.visibility.change(input, caller.subject!);
  }
}
