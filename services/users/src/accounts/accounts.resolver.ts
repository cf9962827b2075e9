import { Args, Context, Mutation, Query, Resolver, ResolveReference } from '@nestjs/graphql';
import { Access, Caller, grantSession, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { CompleteProfileService } from './complete-profile.service.js';
import { PlayerLoader, Players } from './players.js';
import { ProfilePictureService } from './profile-picture.service.js';
import { SignUpService } from './sign-up.service.js';
import { UsernameSuggestions } from './username-suggestions.js';

@Resolver('Player')
export class AccountsResolver {
  constructor(
    private readonly players: Players,
    private readonly loader: PlayerLoader,
    private readonly suggestions: UsernameSuggestions,
    private readonly signUpService: SignUpService,
    private readonly completeProfileService: CompleteProfileService,
    private readonly profilePictureService: ProfilePictureService,
  ) {}

  @Query()
  @Access('anyone')
  async me(@Caller() caller: Identity): Promise<Schema.Query['me']> {
    return caller.kind === 'player' && caller.subject ? this.players.me(caller.subject) : null;
  }

  @Query('player')
  @Access('anyone')
  playerNamed(@Args('username') username: Schema.QueryPlayerArgs['username']): Promise<Schema.Query['player']> {
    return this.players.byName(username);
  }

  @Query()
  @Access('anyone')
  usernameSuggestions(
    @Args('like') like: Schema.QueryUsernameSuggestionsArgs['like'],
  ): Promise<Schema.Query['usernameSuggestions']> {
    return this.suggestions.suggest(like);
  }

  @Mutation()
  @Access('anyone')
  async signUp(
    @Args('input') input: Schema.MutationSignUpArgs['input'],
    @Caller() caller: Identity,
    @Context() context: RequestContext,
  ): Promise<Schema.Mutation['signUp']> {
    const accountId = await this.signUpService.signUp(input, caller);
    grantSession(context, { accountId, status: 'pending' });
    return { status: 'pending' };
  }

  @Mutation()
  @Access('anyone')
  async trialSignUp(
    @Args('input') input: Schema.MutationTrialSignUpArgs['input'],
    @Caller() caller: Identity,
    @Context() context: RequestContext,
  ): Promise<Schema.Mutation['trialSignUp']> {
    const accountId = await this.signUpService.signUpForTrial(input, caller);
    grantSession(context, { accountId, status: 'pending' });
    return { status: 'pending' };
  }

  @Mutation()
  @Access('signed-in')
  async completeProfile(
    @Args('input') input: Schema.MutationCompleteProfileArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['completeProfile']> {
    await this.completeProfileService.complete(input, caller);
    return (await this.players.me(caller.subject!))!;
  }

  @Mutation()
  @Access('signed-in')
  async setProfilePicture(
    @Args('imageUrl') imageUrl: Schema.MutationSetProfilePictureArgs['imageUrl'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['setProfilePicture']> {
    return {
      message: 'Profile picture updated successfully!',
      profileImageUrl: await this.profilePictureService.change(imageUrl, caller),
    };
  }

  @ResolveReference()
  player({ id }: Pick<Schema.Player, 'id'>, context: RequestContext): Promise<Schema.Player | null> {
    return this.loader.load(context, id);
  }
}
