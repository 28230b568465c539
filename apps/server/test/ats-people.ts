import type { GreenhouseWorld } from '@headwater/sandbox/ats/greenhouse/world';
import type { HuntflowWorld } from '@headwater/sandbox/ats/huntflow/world';
import type { SmartRecruitersWorld } from '@headwater/sandbox/ats/smartrecruiters-import/server';

/** Adds people to Huntflow; `more` changes the person with that index. */
export function addApplicants(world: HuntflowWorld, count: number, more: (index: number) => object = () => ({})): void {
  for (let index = 0; index < count; index += 1) {
    const id = world.nextId();
    world.applicants.push({
      id,
      first_name: `Name${id}`,
      last_name: 'Ivanova',
      middle_name: null,
      email: `h${id}@people.test`,
      phone: null,
      position: 'Analyst',
      company: 'Acme',
      birthday: null,
      file: null,
      ...more(index),
    });
  }
}

/** Adds people with a resume to Greenhouse. */
export function addCandidates(world: GreenhouseWorld, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const id = world.nextId();
    const at = world.now().toISOString();
    world.candidates.push({
      id,
      first_name: 'Greta',
      last_name: `Person${id}`,
      company: 'Acme',
      title: 'Developer',
      email_addresses: [{ value: `g${id}@people.test`, type: 'personal' }],
      phone_numbers: [],
      website_addresses: [],
      external_id: null,
      created_at: at,
      updated_at: at,
    });
    const file = { id: world.nextId(), candidate_id: id, application_id: 0, type: 'resume' };
    world.attachments.push({ ...file, filename: `cv${id}.txt`, content: Buffer.from(`Resume of ${id}`) });
  }
}

/** Adds people with a resume to SmartRecruiters. */
export function addRecruits(world: SmartRecruitersWorld, count: number): void {
  for (let index = 0; index < count; index += 1)
    world.candidates.push({
      id: `c${index}`,
      firstName: `Sam${index}`,
      lastName: 'Recruit',
      email: `s${index}@people.test`,
      phoneNumber: null,
      web: { linkedin: `https://www.linkedin.com/in/sam-recruit-${index}` },
      resume: { id: `r${index}`, name: 'cv.txt', content: Buffer.from(`Resume ${index}`) },
    });
}
