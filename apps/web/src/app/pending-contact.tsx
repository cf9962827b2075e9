import { VerifyContactCard } from '../features/auth/verify-contact-card';
import { Data } from './data';

/** For the landing page: the code field of a player who has not confirmed a contact yet. */
export const PendingContact = () => <Data><VerifyContactCard className="max-w-md" /></Data>;
