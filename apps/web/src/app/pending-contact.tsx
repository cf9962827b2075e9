import { VerifyContactCard } from '../features/session/verify-contact-card';
import { ReturnNotice } from '../features/membership/return-notice';
import { Data } from './data';

/**
 * For the landing page: the code field of a player who has not confirmed a contact yet, and the result of a payment
 * that redirects to it.
 */
export const PendingContact = () => (
  <Data>
    <VerifyContactCard className="max-w-md" />
    <ReturnNotice of="subscription" />
  </Data>
);
