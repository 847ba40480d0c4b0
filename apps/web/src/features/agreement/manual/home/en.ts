import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Home",
  blocks: [
    "The home page shows whether all plants are running normally, and where there is a problem.",
    {
      picture: "home",
      alt: "Home: number of plants by status, tiles with power and energy of all plants, and the list of plants",
    },
  ],
  sections: [
    {
      heading: "Plants by status",
      blocks: [
        "The top of the page shows the number of plants in total and by status. Select a status to show only those plants; select it again to show all.",
        {
          terms: [
            ["Normal", "Reports arrive and nothing is wrong. At night: normal (sleeping)."],
            ["Warning", "A device reports something that should be checked."],
            ["Alarm", "A value is beyond a limit."],
            ["Fault", "A device has failed."],
            ["Offline", "No gateway of the plant has reported for three reporting intervals."],
            ["Waiting for gateway", "No gateway of the plant has reported yet."],
            ["Shut down", "The plant was shut down by command."],
          ],
        },
      ],
    },
    {
      heading: "Totals",
      blocks: [
        "The tiles show the current power and the energy of today, this month, this year and in total for all plants you have access to. Large values are shortened (kWh, MWh, GWh); hover over a value to see it exactly. Every figure is a link to the list behind it: the plants in the order of that figure, or the unresolved alarms.",
        "Energy today is the energy of each plant's own day, which ends at midnight in its time zone; the last 24 hours are the same hours for all plants. Plants that hide a figure from you are not in its sum, and the tile says how many. Earnings of today are shown below it and lead to the earnings of all plants.",
      ],
    },
    {
      heading: "Earnings of all plants",
      blocks: [
        "**Earnings** shows what all plants that show you their earnings have earned by day, month or year: a sum for each currency, since different currencies are never added. Select a currency for its bars and its plants. Select a bar for the periods within it, a plant for its own earnings.",
        {
          picture: "earnings",
          alt: "Earnings of all plants: a tile for each currency, bars by day, and the plants with their share",
        },
        "Each sum, and each plant, is compared with the period before, as far as its days are over. Energy without a price is named with a link to its plants.",
        "The list of plants can be searched by name or number, and sorted by earnings and by earnings per kWp. **Export** writes a row for each plant with its earnings by period as a CSV or Excel file.",
      ],
    },
    {
      heading: "Trend and losses",
      blocks: [
        "Bars show the energy of the last 30 days that are over for all your plants, each day in the plants' own time zones. The dashed line is the energy expected in the hours with data, so an outage is not a loss. Where a gateway measures irradiance, it is expected from that; otherwise from a clear sky, and a cloudy day is far below the line although nothing is wrong.",
        "The greatest losses list the plants with the most energy below the expected energy, yesterday or in the last seven days. Select a plant to open it. Only plants with coordinates can be compared.",
      ],
    },
    {
      heading: "Map",
      blocks: [
        "The map shows every plant with coordinates by its status. Select a mark to open the plant. Plants that are near to each other are one mark with their number and the most urgent status: select it to zoom in. Drag the map to move it, use + and − to zoom, or the wheel with Ctrl or after you clicked the map, and All plants to see everything again.",
      ],
    },
    {
      heading: "The list of plants",
      blocks: [
        "Select a plant to open it; select a column title to sort by it. You can search for names and numbers. Power and status update automatically as reports arrive. Search, filters and order are part of the address, so a copied link shows the same list.",
        "Filters limit the list to a company, an installer, a country, a tag or a range of installed capacity. A filter is offered only if your plants differ in it. **Table** and **Cards** switch the view. **Columns** chooses what the table shows, and its headings sort it; a menu beside **Views** sorts the cards. While a plant sleeps, the night or the low light is shown in place of its power.",
        "Select several plants to export, compare, tag or share them together. Once all plants of a page are selected, you can select all that match the filters, up to 1,000 at a time. Tags are short words such as a region or a contract; everyone who sees the plant sees them, and users who may edit the plant change them. If some of the selected plants cannot be changed, you see the result of each plant. A user with whom you share several plants gets one message, for up to 200 plants, and accepts or declines each plant.",
        "**Views** saves search, filters, order, columns and display under a name, for your account on every device. Under **Manage views** you rename and delete views and choose the one that opens first.",
      ],
    },
    {
      heading: "Comparing plants",
      blocks: [
        "Select at least two plants in the list, at most 50, and then **Compare**. They are ranked by specific yield, the energy per kWp of installed capacity, so that plants of different sizes can be compared. The line across the bars is the median; **vs. median** shows how far a plant is above or below it. The comparison starts with the last 30 days; you can choose another day, week, month, year or range. It ends with the last day that is over at all selected plants, so that all have the same whole days. **Today** can be selected alone: plants whose day is not over show their figures so far, without rank or difference from the median.",
        {
          picture: "compare",
          alt: "Comparison of plants: a line for each plant over the period, and bars of the specific yield with the median, difference from it, and days with data",
        },
        "Above the ranking you choose what the plants are ranked and drawn by: specific yield, energy, share of the expected energy, the power now per kWp, or earnings per kWp where they are visible to you. Only earnings in the most frequent currency are ranked and drawn. The chart shows the power of a day, or values by day or month, with a line for each plant; its colour and mark are beside the name in the table. Of more than ten plants, the first ten of the ranking are drawn. Select a mark to open its day or month.",
        "Missing days make a yield smaller, so they are marked under **Days with data**. Plants without data, and plants that hide their energy from you, are last and have no rank. **Add a plant** adds a plant, and the button at the end of a row removes one. Select a column title to sort by it; **Export** writes the comparison as a CSV file. Plants, period, measure and order are part of the address: a copied link shows the same comparison.",
      ],
    },
  ],
};
