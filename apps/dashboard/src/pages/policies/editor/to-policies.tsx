import { Link } from '@tanstack/react-router';
import type { Place } from '../../../app/place.ts';

export const ToPolicies = ({ place }: { place: Place }) => (
  <Link to={`/${place.org}/${place.env}/policies` as '/'}>Policies</Link>
);
