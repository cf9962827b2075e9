import { BODY, page } from './fields.js';
import type { Refuse, RouteInput } from './route-input.js';
import type { Route } from './route.js';

const NO_SUCH_ORDER = { code: 'NOT_FOUND', detail: 'There is no such order.' };
const NO_SUCH_PRODUCT = { code: 'NOT_FOUND', detail: 'There is no such product.' };

const CATEGORIES: Record<string, string> = {
  apparel: 'apparel',
  accessories: 'accessories',
  'spray-paint': 'spray_paint',
  markers: 'markers',
};

/** The shipped catalogue comes in one page. */
const PRODUCTS_A_PAGE = 100;

const products: RouteInput = {
  ...page,
  defaults: { limit: PRODUCTS_A_PAGE },
  fields: {
    ...page.fields,
    category: {
      schema: { type: 'string', enum: ['all', ...Object.keys(CATEGORIES)] },
      description: 'One tab of the store; `all` is the same as none.',
      read: (sent: unknown, refuse: Refuse) => {
        if (sent === undefined || sent === '' || sent === 'all') return undefined;
        return (
          (typeof sent === 'string' && CATEGORIES[sent]) ||
          refuse('category', 'INVALID', `category is one of ${['all', ...Object.keys(CATEGORIES)].join(', ')}.`)
        );
      },
    },
  },
};

/** The merch store. */
export const storeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/products',
    summary: 'The merchandise in the order of the catalogue; `search` takes beginnings of words',
    operation: 'products',
    access: 'anyone',
    input: products,
    status: 200,
    response: { kind: 'list', name: 'Product' },
  },
  {
    method: 'GET',
    path: '/api/products/{slug}',
    summary: 'One product',
    operation: 'product',
    access: 'anyone',
    status: 200,
    response: { kind: 'item', name: 'Product', whenNull: NO_SUCH_PRODUCT },
  },
  {
    method: 'GET',
    path: '/api/cart',
    summary: "The signed-in player's cart, priced by the server",
    operation: 'cart',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'Cart' },
  },
  {
    method: 'PUT',
    path: '/api/cart',
    summary: "Replaces the lines of the player's cart",
    operation: 'set-cart',
    access: 'player',
    input: BODY,
    status: 200,
    response: { kind: 'item', name: 'Cart' },
  },
  {
    method: 'POST',
    path: '/api/checkout',
    summary:
      'Places an order, whose goods are kept until its `reservedUntil`, and opens its payment; ' +
      'the same order again continues it',
    operation: 'checkout',
    access: 'session',
    input: BODY,
    status: 201,
    response: { kind: 'item', name: 'Checkout' },
  },
  {
    method: 'GET',
    path: '/api/orders',
    summary: "The signed-in player's orders, newest first",
    operation: 'orders',
    access: 'player',
    input: page,
    status: 200,
    response: { kind: 'list', name: 'Order' },
  },
  {
    method: 'GET',
    path: '/api/orders/{id}',
    summary: "One order: the caller's own, or the one that `token` opens",
    operation: 'order',
    access: 'anyone',
    input: { from: 'query' },
    status: 200,
    response: { kind: 'item', name: 'Order', whenNull: NO_SUCH_ORDER },
  },
  {
    method: 'POST',
    path: '/api/orders/{id}/cancel',
    summary: 'Cancels an order before it is shipped, and sends the money back; a second time changes nothing',
    operation: 'cancel-order',
    access: 'anyone',
    input: BODY,
    status: 200,
    response: { kind: 'item', name: 'Order' },
  },
];
