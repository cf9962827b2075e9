import type { FastifyRequest } from 'fastify';

/** What was asked for by a browser's address bar, a link or a form, and not by a program; older browsers tell by what they accept. */
export const isNavigation = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  headers['sec-fetch-mode'] === 'navigate' || (method === 'GET' && headers.accept?.includes('text/html') === true);
