import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  decodeCursor,
  encodeCursor,
  type Identity,
  Page,
  pageInput,
  parseInput,
  requiredText,
  withResolved,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import { colorByCode } from '../colors/color-chart.js';
import { ProMembers } from '../members/pro-members.js';
import type * as Schema from '../schema.generated.js';
import { MAX_COLORS, PalettesService, type ListedPalette } from './palettes.service.js';

const paletteInput = z.object({
  name: requiredText({ name: 'The name', max: 80, missing: 'Give the palette a name.' }),
  colors: z
    .array(z.string())
    .min(1, 'A palette has at least one colour.')
    .max(MAX_COLORS, `A palette has at most ${MAX_COLORS} colours.`),
});
const palette = paletteInput
  .refine(({ colors }) => colors.every((code) => colorByCode.has(code)), {
    path: ['colors'],
    error: 'These codes are not all on the chart.',
  })
  .refine(({ colors }) => new Set(colors).size === colors.length, {
    path: ['colors'],
    error: 'A palette has each colour once.',
  });
const shown = withResolved<Schema.Palette, 'colors'>();
const paletteId = z.uuid('There is no such palette.');

/**
 * Palettes of the colour chart, a part of Pro. Those that a player has stay readable, and can be deleted, without it.
 */
@Resolver('Palette')
export class PalettesResolver {
  constructor(
    private readonly palettes: PalettesService,
    private readonly members: ProMembers,
  ) {}

  @Query('palettes')
  @Access('signed-in')
  async list(
    @Args() args: Schema.QueryPalettesArgs,
    @Caller() { subject }: Identity,
  ): Promise<Schema.Query['palettes']> {
    const { first, after } = parseInput(pageInput, args);
    const { items, hasNextPage } = await this.palettes.ofPlayer(
      subject!,
      first,
      after ? decodeCursor(after, z.uuid()) : undefined,
    );
    return new Page(items.map(shown), hasNextPage, ({ id }) => encodeCursor(id));
  }

  @Mutation()
  @Access('signed-in')
  async addPalette(
    @Args('input') given: Schema.MutationAddPaletteArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['addPalette']> {
    const input = parseInput(palette, given);
    await this.members.requirePro(caller.subject!);
    return shown(await this.palettes.add(caller.subject!, input));
  }

  @Mutation()
  @Access('signed-in')
  async changePalette(
    @Args() args: Schema.MutationChangePaletteArgs,
    @Caller() { subject }: Identity,
  ): Promise<Schema.Mutation['changePalette']> {
    const input = parseInput(palette, args.input);
    const id = parseInput(paletteId, args.id);
    await this.members.requirePro(subject!);
    return shown(await this.palettes.change(subject!, id, input));
  }

  @Mutation()
  @Access('signed-in')
  async deletePalette(
    @Args('id') id: Schema.MutationDeletePaletteArgs['id'],
    @Caller() { subject }: Identity,
  ): Promise<Schema.Mutation['deletePalette']> {
    if (paletteId.safeParse(id).success) await this.palettes.delete(subject!, id);
    return true;
  }

  /** Colours that are no longer in the chart are left out. */
  @ResolveField()
  colors(@Parent() { colors }: ListedPalette): Schema.Palette['colors'] {
    return colors.flatMap((code) => colorByCode.get(code) ?? []).map((color) => ({ id: color.code, ...color }));
  }
}
