import type { FastifyRequest } from 'fastify';

/** Whether a request comes from the address bar, a link or a form, not from a program; for older browsers the `accept` header decides. */
export const isNavigation = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  headers['sec-fetch-mode'] === 'navigate' || (method === 'GET' && headers.accept?.includes('text/html') === true);
