import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const subjectMerged = defineEvent({
  name: 'SubjectMerged',
  version: 1,
  owner: 'users',
  description:
    'A guest or a pending account turned out to be the player of another account: each service moves what the ' +
    'former subject owned to that account. The subject never returns.',
  about: 'subjectId',
  data: z.object({
    subjectId: z.uuid().describe('The former id: of the guest’s session or of the pending account'),
    accountId: z.uuid().describe('The account that continues. It may have been merged or erased meanwhile'),
  }),
});
