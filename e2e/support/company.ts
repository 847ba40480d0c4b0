/** What a company needs beside its name. */
export const companyFacts = { address: "1 Sun Street", contact: "Dora", contactPhone: "+49 30 1234567" };
