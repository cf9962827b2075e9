import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access, pageInput, parseInput, text } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { pageOfAll } from '../nearby/list-pages.js';
import type * as Schema from '../schema.generated.js';
import { colorsMatching } from './color-chart.js';

const colorList = pageInput.extend({
  search: text({ name: 'The search', max: 80 }),
  sort: z.enum(['code', 'name', 'hue', 'lightness']).nullish(),
});

@Resolver()
export class ColorsResolver {
  @Query()
  @Access('anyone')
  async colors(@Args() args: Schema.QueryColorsArgs): Promise<Schema.Query['colors']> {
    const { search, sort, first, after } = parseInput(colorList, args);
    return pageOfAll(
      colorsMatching(search ?? '', sort ?? 'code').map((color) => ({ id: color.code, ...color })),
      first,
      after,
    );
  }
}
