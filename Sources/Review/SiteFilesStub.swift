let siteFiles = ""
