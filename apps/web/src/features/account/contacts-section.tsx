import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { readFragment } from '../../api/graph/fragment-masking';
import { ChangeContactDocument, RequestContactChangeDocument } from '../../api/graph/account/contacts';
import type { ContactFragment } from '../../api/graph/graphql';
import { ContactFragmentDoc, ContactsDocument } from '../../api/graph/session/own-contacts';
import { LIMITS } from '../../api/limits';
import { requiredText } from '../../lib/form';
import { ownDataChanged } from '../../api/shared-facts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { LoadState } from '../../ui/load-state';
import { toast } from '../../ui/toast';
import { CodeForm, startCodeWait, useUser } from '../session';
import { AccountSection } from './account-section';
import { showRefusal } from './refusals';

export function ContactsSection() {
  return (
    <AccountSection icon="mail" title={m.account_contacts_title()} summary={m.account_contacts_summary()}>
      {() => <Contacts />}
    </AccountSection>
  );
}

/** Both kinds of contact that an account may have, and the attributes of their fields. */
const KINDS = [
  { kind: 'phone', input: { type: 'tel', autoComplete: 'tel', placeholder: '+61 412 345 678' } },
  { kind: 'email', input: { type: 'email', autoComplete: 'email' } },
] as const;
type Kind = (typeof KINDS)[number];

/** The player's phone and e-mail, each with a button to change it. */
function Contacts() {
  const { isUnverified } = useUser();
  const { data, error, refetch } = useQuery(ContactsDocument);
  const contacts = data && readFragment(ContactFragmentDoc, data.myContacts);
  // A player who signed up confirms that contact first; one who came from another issuer may have none yet.
  const isFixed = isUnverified && contacts?.length !== 0;
  return (
    <div className="flex max-w-[64ch] flex-col gap-5">
      <LoadState
        loading={m.account_contacts_loading()}
        failed={m.account_contacts_failed()}
        isPending={!data && !error}
        error={error}
        onRetry={() => void refetch()}
      />
      {contacts && (
        <ul className="flex flex-col divide-y divide-line">
          {KINDS.map((each) => (
            <ContactItem
              key={each.kind}
              kind={each}
              contact={contacts.find(({ kind }) => kind === each.kind)}
              isFixed={isFixed}
            />
          ))}
        </ul>
      )}
      {isFixed && <p>{m.account_contacts_fixed()}</p>}
    </div>
  );
}

/** One contact; while it is changed, the form replaces it, and the focus returns afterwards. */
function ContactItem({
  kind: { kind, input },
  contact,
  isFixed,
}: {
  kind: Kind;
  contact: ContactFragment | undefined;
  isFixed: boolean;
}) {
  const [isChanging, setChanging] = useState(false);
  const changeButton = useRef<HTMLButtonElement>(null);
  const wasChanging = useRef(false);
  useEffect(() => {
    if (wasChanging.current && !isChanging) changeButton.current?.focus();
    wasChanging.current = isChanging;
  }, [isChanging]);
  const change = !contact
    ? m.account_contact_add
    : contact.verified
      ? m.account_contact_change
      : m.account_contact_confirm_or_change;

  if (isChanging)
    return (
      <li className="py-4">
        <ChangeForm
          kind={kind}
          input={input}
          start={contact && !contact.verified ? contact.value : ''}
          onClose={() => setChanging(false)}
        />
      </li>
    );
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm text-muted">{m.account_contact({ kind })}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold [overflow-wrap:anywhere]">
          <span>{contact?.value ?? m.account_contact_none()}</span>
          {contact && (
            <Badge tone={contact.verified ? 'action' : 'plain'}>
              {contact.verified ? m.account_contact_confirmed() : m.account_contact_unconfirmed()}
            </Badge>
          )}
        </p>
      </div>
      {!isFixed && (
        <Button ref={changeButton} size="sm" onClick={() => setChanging(true)}>
          {change({ kind })}
        </Button>
      )}
      {contact?.verified === false && !isFixed && (
        <p className="w-full text-sm text-muted">{m.account_contact_confirm_hint()}</p>
      )}
    </li>
  );
}

interface ChangeFormProps {
  kind: Kind['kind'];
  input: Kind['input'];
  /** The field's initial value. */
  start: string;
  onClose: () => void;
}

/** First the new contact, then the code that was sent to it. */
function ChangeForm({ kind, input, start, onClose }: ChangeFormProps) {
  const client = useQueryClient();
  const [sentTo, setSentTo] = useState<string>();
  const [typed, setTyped] = useState(start);
  const [requestChange] = useMutation(RequestContactChangeDocument);
  const [change] = useMutation(ChangeContactDocument, {
    refetchQueries: [ContactsDocument],
    awaitRefetchQueries: true,
  });
  const requestCode = async (contact: string) => {
    await requestChange({ variables: { contact } });
    startCodeWait(contact);
  };
  const verify = async (code: string) => {
    await change({ variables: { contact: sentTo!, code } });
    toast({ title: m.account_contact_changed({ kind }), description: m.account_contact_changed_text() });
    await ownDataChanged(client);
    onClose();
  };

  if (sentTo === undefined) {
    return (
      <NewContactForm
        kind={kind}
        input={input}
        start={typed}
        send={requestCode}
        onClose={onClose}
        onSent={(contact) => {
          setTyped(contact);
          setSentTo(contact);
        }}
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <CodeForm
        purpose={sentTo}
        hint={m.account_contact_code_hint({ contact: sentTo })}
        submitLabel={m.account_contact_confirm()}
        onSubmit={verify}
        onResend={() => requestCode(sentTo)}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" size="sm" onClick={() => setSentTo(undefined)}>
          {m.account_contact_use_another({ kind })}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          {m.account_cancel()}
        </Button>
      </div>
    </div>
  );
}

interface NewContactFormProps extends ChangeFormProps {
  send: (contact: string) => Promise<unknown>;
  onSent: (contact: string) => void;
}

function NewContactForm({ kind, input, start, send, onSent, onClose }: NewContactFormProps) {
  const [rules] = useState(() =>
    z.object({ contact: requiredText(() => m.account_contact_missing({ kind }), LIMITS.contact) }),
  );
  const form = useForm({ resolver: zodResolver(rules), defaultValues: { contact: start } });
  const {
    register,
    handleSubmit,
    setFocus,
    formState: { errors, isSubmitting },
  } = form;
  useEffect(() => setFocus('contact'), [setFocus]);
  const submit = ({ contact }: { contact: string }) =>
    send(contact).then(
      () => onSent(contact),
      (error: unknown) => showRefusal(form, error, 'contact', m.account_code_not_sent()),
    );
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-3">
      <TextField
        label={m.account_contact_new({ kind })}
        required
        {...input}
        {...register('contact')}
        error={errors.contact?.message}
        hint={m.account_contact_hint()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" size="sm" pending={isSubmitting}>
          {m.account_contact_send_code()}
        </Button>
        <Button size="sm" disabled={isSubmitting} onClick={onClose}>
          {m.account_cancel()}
        </Button>
      </div>
    </form>
  );
}
