import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, parseInput, type Identity } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { cartLines } from './cart-input.js';
import { cartView } from './cart-view.js';
import { CartsService } from './carts.service.js';
import { PricedCarts } from './priced-cart.js';

const lineList = z.object({ lines: cartLines });
const mergeInput = z.object({ lines: cartLines, key: z.uuid('The key is a UUID.') });

@Resolver()
export class CartsResolver {
  constructor(
    private readonly carts: CartsService,
    private readonly priced: PricedCarts,
  ) {}

  @Query()
  @Access('signed-in')
  async cart(@Caller() caller: Identity): Promise<Schema.Query['cart']> {
    return cartView(await this.carts.of(caller.subject!));
  }

  @Query()
  @Access('anyone')
  async quote(@Args() args: Schema.QueryQuoteArgs): Promise<Schema.Query['quote']> {
    return cartView(await this.priced.price(parseInput(lineList, args).lines));
  }

  @Mutation()
  @Access('signed-in')
  async setCart(
    @Args() args: Schema.MutationSetCartArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['setCart']> {
    return cartView(await this.carts.set(caller.subject!, parseInput(lineList, args).lines));
  }

  @Mutation()
  @Access('signed-in')
  async mergeCart(
    @Args() args: Schema.MutationMergeCartArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['mergeCart']> {
    const { lines, key } = parseInput(mergeInput, args);
    return cartView(await this.carts.merge(caller.subject!, lines, key));
  }
}
