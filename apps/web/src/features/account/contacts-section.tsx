import { useMutation, useQuery } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { readFragment } from '../../api/graph/fragment-masking';
import { ChangeContactDocument, type ContactFragment, ContactFragmentDoc, ContactsDocument, RequestContactChangeDocument } from '../../api/graph/graphql';
import { isUnauthorized } from '../../lib/http';
import { problemDetail } from '../../lib/problems';
import { ownDataChanged } from '../../lib/shared-facts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { LoadState } from '../../ui/load-state';
import { toast } from '../../ui/toast';
import { CodeForm, useUser } from '../auth';
import { AccountSection } from './account-section';

export function ContactsSection() {
  return (
    <AccountSection icon="mail" title="Phone and e-mail" summary="Where we send your codes.">
      {() => <Contacts />}
    </AccountSection>
  );
}

/** Both kinds of contact that an account may have, and the attributes of their fields. */
const KINDS = [
  { kind: 'phone', name: 'Phone', input: { type: 'tel', autoComplete: 'tel', placeholder: '+61 412 345 678' } },
  { kind: 'email', name: 'E-mail', input: { type: 'email', autoComplete: 'email' } },
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
      <LoadState loading="Loading your contacts..." failed="Your contacts could not be loaded" isPending={!data && !error} error={error} onRetry={() => void refetch()} />
      {contacts && (
        <ul className="flex flex-col divide-y divide-line">
          {KINDS.map((each) => <ContactItem key={each.kind} kind={each} contact={contacts.find(({ kind }) => kind === each.kind)} isFixed={isFixed} />)}
        </ul>
      )}
      {isFixed && <p>Confirm your phone with the code first; then you can change it and your e-mail.</p>}
    </div>
  );
}

/** One contact; while it is changed, the form replaces it, and the focus returns afterwards. */
function ContactItem({ kind: { name, input }, contact, isFixed }: { kind: Kind; contact: ContactFragment | undefined; isFixed: boolean }) {
  const [isChanging, setChanging] = useState(false);
  const changeButton = useRef<HTMLButtonElement>(null);
  const wasChanging = useRef(false);
  useEffect(() => {
    if (wasChanging.current && !isChanging) changeButton.current?.focus();
    wasChanging.current = isChanging;
  }, [isChanging]);
  const word = name.toLowerCase();

  if (isChanging) return <li className="py-4"><ChangeForm name={name} input={input} start={contact && !contact.verified ? contact.value : ''} onClose={() => setChanging(false)} /></li>;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm text-muted">{name}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold [overflow-wrap:anywhere]">
          <span>{contact?.value ?? 'None yet'}</span>
          {contact && <Badge tone={contact.verified ? 'action' : 'plain'}>{contact.verified ? 'Confirmed' : 'Not confirmed'}</Badge>}
        </p>
      </div>
      {!isFixed && (
        <Button ref={changeButton} size="sm" onClick={() => setChanging(true)}>
          {!contact ? `Add ${word}` : contact.verified ? `Change ${word}` : `Confirm or change ${word}`}
        </Button>
      )}
      {contact?.verified === false && !isFixed && <p className="w-full text-sm text-muted">Confirm it so that no one else can.</p>}
    </li>
  );
}

interface ChangeFormProps {
  name: Kind['name'];
  input: Kind['input'];
  /** The field's initial value. */
  start: string;
  onClose: () => void;
}

/** First the new contact, then the code that was sent to it. */
function ChangeForm({ name, input, start, onClose }: ChangeFormProps) {
  const client = useQueryClient();
  const [contact, setContact] = useState(start);
  const [missing, setMissing] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const word = name.toLowerCase();

  const [ask, asking] = useMutation(RequestContactChangeDocument);
  const [change] = useMutation(ChangeContactDocument, { refetchQueries: [ContactsDocument], awaitRefetchQueries: true });
  const problem = asking.error && !isUnauthorized(asking.error) ? problemDetail(asking.error, 'The code could not be sent. Please try again.') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = contact.trim();
    if (!given) return setMissing(`Enter your new ${word}.`);
    ask({ variables: { contact: given } }).then(() => setSentTo(given), () => undefined);
  };
  const verify = async (code: string) => {
    await change({ variables: { contact: sentTo!, code } });
    toast({ title: `${name} Changed`, description: 'It is confirmed. All your other devices have been signed out.' });
    await ownDataChanged(client);
    onClose();
  };

  if (sentTo === undefined) {
    return (
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          ref={field} label={`New ${word}`} required {...input} value={contact} error={missing ?? problem} hint="We will send a code to it."
          onChange={(event) => {
            setContact(event.target.value);
            setMissing(undefined);
          }}
          onKeyDown={(event) => { if (event.key === 'Escape') onClose(); }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" size="sm" pending={asking.loading}>Send code</Button>
          <Button size="sm" disabled={asking.loading} onClick={onClose}>Cancel</Button>
        </div>
      </form>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <CodeForm
        hint={`A six-digit code is on its way to ${sentTo}. If it belongs to another account, no code is sent.`} submitLabel="Confirm" onSubmit={verify}
        onResend={async () => { await ask({ variables: { contact: sentTo } }); }}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" size="sm" onClick={() => setSentTo(undefined)}>Use another {word}</Button>
        <Button variant="quiet" size="sm" onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}
