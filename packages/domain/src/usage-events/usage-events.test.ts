import { describe, expect, it } from 'vitest';
import { usageEventNames, usageEventTypes } from './catalogue.ts';
import * as properties from './properties.ts';

describe('the catalogue of usage events', () => {
  it('[EVT-049] names events by area and action in title case', () => {
    for (const name of usageEventNames) expect(name).toMatch(/^[A-Z][\w-]*(?: [A-Z]\w*)*: [A-Z]\w*(?: [A-Z]\w*)*$/);
    expect(usageEventNames).toEqual(expect.arrayContaining(['Folder: Create', 'Mailing List: Start']));
  });

  it('[EVT-015] has the fixed locations', () => {
    const places = 'Search, Folders, Full Profile, Short Profile, Statistics, Home, Messaging, Side Menu, ATS, Login, Apps, Extension';
    expect(properties.eventLocations.join(', ')).toBe(places);
  });

  it.each([
    ['/messaging/sequences', 'sequences'],
    ['/messaging/sequences/7?tab=launch', 'sequences'],
    ['/messaging/templates', 'messaging'],
    ['/folders/5/messaging', 'messaging'],
    ['/folders/', 'Folders'],
    ['/folders/5?list=1', 'Folders'],
    ['/', 'search'],
    ['', 'search'],
    ['/?q=java&f=skill:1', 'search'],
    ['/profiles/5', ''],
    ['/settings', ''],
  ])('[EVT-016] [EVT-017] [EVT-018] [EVT-019] [EVT-020] derives the location of %s', (path, location) => {
    expect(properties.locationOfPath(path)).toBe(location);
  });

  it.each([
    ['ext-12', 'Extension'],
    ['search-3', 'Search'],
    ['folder-8', 'Folders'],
    ['', 'Direct link'],
    ['mail-4', undefined],
  ])('[EVT-021] [EVT-022] [EVT-023] [EVT-024] reads the opener of %j', (identifier, source) => {
    expect(properties.openerSourceOf(identifier)).toBe(source);
  });

  it('[EVT-013] [EVT-025] [EVT-026] [EVT-027] has the property names and their choices', () => {
    const names =
      'Location, Category, Access_Type, Profile_Id, Profiles_Count, Is_Recommended_Profile, Is_MLTR_Profile, Search_Form_Type, Is_Mass_Mailing, Contact_Type, Vendor, Facet_ID, Filter_Value, Is_Excluded, Is_Checked, Attachments_Count, Messages_Count';
    expect(Object.keys(properties.sharedProperties).join(', ')).toBe(names);
    expect(properties.sharedProperties.Search_Form_Type).toEqual(['v2']);
    expect(properties.eventContactTypes).not.toContain('link');
    expect(properties.sharedProperties.Vendor).toContain('greenhouse');
  });

  it('[EVT-028] [EVT-029] [EVT-030] [EVT-031] has the types of single events', () => {
    expect(properties.smartFolderTypes).toEqual(['Current Folder', 'New Folder', 'Other Folder']);
    expect(properties.profileCreateTypes).toEqual(['File Click', 'File DnD', 'Form']);
    expect(properties.messageEditorTypes).toEqual(['Message', 'Template', 'Signature', 'Notification']);
    expect(properties.fileUploadTypes).toEqual(['Click', 'DnD']);
  });

  it('[DEC-11] allows no free text but the names of statuses', () => {
    const free = usageEventNames.flatMap((name) => {
      const { properties: own = [], optional = [] } = usageEventTypes[name];
      return [...own, ...optional].filter((property) => properties.propertyKinds[property] === 'label');
    });
    expect(new Set(free)).toEqual(new Set(['Status_Name_After', 'Status_Name_Before']));
  });
});
