import { pageInput, requiredText, text } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { emailAddress } from '../identity/contact.js';
import { type Reason, REASONS, SUBJECT_KINDS } from './case.entity.js';
import { OUTCOMES } from './decision.entity.js';

const NOTE_LENGTH = 1_000;
const REASON_LENGTH = 1_000;
const APPEAL_LENGTH = 2_000;
/** Longer suspensions have no end. */
const MAX_SUSPENSION_DAYS = 365;

const subjectId = z.uuid('This is not an id.').transform((id) => id.toLowerCase());

export const reportInput = z
  .object({
    subject: z.object({ kind: z.enum(SUBJECT_KINDS), id: subjectId }),
    reason: z.enum(Object.keys(REASONS) as [Reason, ...Reason[]]),
    note: text({ name: 'The note', max: NOTE_LENGTH, lines: true }),
  })
  .refine(({ reason, note }) => reason !== 'other' || note !== null, {
    path: ['note'],
    message: 'Please say what is wrong.',
    params: { code: 'REQUIRED' },
  });

export const takedownInput = z.object({
  subject: z.object({
    kind: z.enum(['work', 'picture'], 'Only a work or a picture can be taken down.'),
    id: subjectId,
  }),
  contact: requiredText({
    name: 'The e-mail address',
    max: 254,
    missing: 'Please enter your e-mail address.',
  }).transform((given, context) => {
    const address = emailAddress(given);
    if (!address)
      context.addIssue({ code: 'custom', message: 'Please enter an e-mail address.', params: { code: 'INVALID' } });
    return address ?? '';
  }),
  note: requiredText({ name: 'The note', max: NOTE_LENGTH, lines: true, missing: 'Please say why it is yours.' }),
});

const reason = requiredText({ name: 'The reason', max: REASON_LENGTH, lines: true, missing: 'Please give a reason.' });

export const decisionInput = z
  .object({
    id: z.uuid(),
    version: z.int(),
    outcome: z.enum(OUTCOMES),
    reason,
    suspendedDays: z
      .int('Days are a whole number.')
      .min(1, 'A suspension lasts at least 1 day.')
      .max(MAX_SUSPENSION_DAYS, `A suspension lasts at most ${MAX_SUSPENSION_DAYS} days, or for good.`)
      .nullish(),
  })
  .refine(({ outcome, suspendedDays }) => outcome === 'suspend' || suspendedDays == null, {
    path: ['suspendedDays'],
    message: 'Only a suspension has days.',
    params: { code: 'INVALID' },
  });

export const appealInput = z.object({
  id: z.uuid(),
  text: requiredText({
    name: 'The appeal',
    max: APPEAL_LENGTH,
    lines: true,
    missing: 'Please say why the decision is wrong.',
  }),
});

/** A `kind` of null means all kinds. */
export const queueInput = pageInput.extend({ kind: z.enum(SUBJECT_KINDS).nullish() });

export const appealDecisionInput = z.object({ id: z.uuid(), overturned: z.boolean(), reason });
