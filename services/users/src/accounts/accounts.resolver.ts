import { Args, Context, Mutation, Query, Resolver, ResolveReference } from '@nestjs/graphql';
import { Access, Caller, grantSession, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import { CompleteProfileService } from './complete-profile.service.js';
import { PlayerLoader } from './player.loader.js';
import { Players } from './players.js';
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
  me(@Caller() caller: Identity) {
    return caller.kind === 'player' && caller.subject ? this.players.me(caller.subject) : null;
  }

  @Query('player')
  @Access('anyone')
  playerNamed(@Args('username') username: string) {
    return this.players.named(username);
  }

  @Query()
  @Access('anyone')
  usernameSuggestions(@Args('like') like: string) {
    return this.suggestions.like(like);
  }

  @Mutation()
  @Access('anyone')
  async signUp(@Args('input') input: Record<string, unknown>, @Caller() caller: Identity, @Context() context: RequestContext) {
    const accountId = await this.signUpService.signUp(input, caller);
    grantSession(context, { accountId, status: 'pending' });
    return { status: 'pending' };
  }

  @Mutation()
  @Access('signed-in')
  async completeProfile(@Args('input') input: Record<string, unknown>, @Caller() caller: Identity) {
    await this.completeProfileService.complete(input, caller);
    return this.players.me(caller.subject!);
  }

  @Mutation()
  @Access('signed-in')
  async setProfilePicture(@Args('imageUrl') imageUrl: unknown, @Caller() caller: Identity) {
    return { message: 'Profile picture updated successfully!', profileImageUrl: await this.profilePictureService.change(imageUrl, caller) };
  }

  @ResolveReference()
  player({ id }: { id: string }, context: RequestContext) {
    return this.loader.load(context, id);
  }
}
